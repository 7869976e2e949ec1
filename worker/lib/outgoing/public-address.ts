/** Last labels of names that are of one machine or network, and not of the internet (RFC 6761, 6762, 8375 and habit). */
const OWN =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|onion|arpa)$/;

/** A name of two labels at least. The last one begins with a letter, which an address in numbers, however written, never does. */
const NAME = /^([a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/;

const MAX_NAME = 253;
const FIRST_FREE_PORT = 1024;

/**
 * Whether a URL that a user gave is one that the server may send to: https, at a name that can be of the internet, at the
 * usual port or one from 1024, and without a user or password. Addresses in numbers are refused, public ones as well. What
 * a name resolves to is not known here: the platform sends nothing to networks of its own.
 */
export function isPublicAddress({ protocol, hostname, port, username, password }: URL): boolean {
  const name = hostname.replace(/\.$/, "");
  return (
    protocol === "https:" &&
    username === "" &&
    password === "" &&
    (port === "" || Number(port) >= FIRST_FREE_PORT) &&
    name.length <= MAX_NAME &&
    NAME.test(name) &&
    !OWN.test(name)
  );
}
