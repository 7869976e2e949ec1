/** The token of a password link in the address; its fragment, since browsers send that to no server. */
export const readLinkToken = (): string | null =>
  new URLSearchParams(location.hash.slice(1)).get("password_link");
