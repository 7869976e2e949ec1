/** The version of this deployment, which is that of package.json: a test compares them. */
export const VERSION = "0.1.0";
