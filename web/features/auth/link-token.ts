/** The token of a password link, in the fragment of the address, which browsers do not send to servers. */
export const readLinkToken = (): string | null =>
  new URLSearchParams(location.hash.slice(1)).get("password_link");
