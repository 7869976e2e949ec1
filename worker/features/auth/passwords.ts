import { Buffer } from "node:buffer";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { scryptHash, scryptHashLike } from "../../lib/scrypt.ts";

/** Cost of new hashes: 16 MiB and about 0.2 s. */
const COST = { N: 2 ** 14, r: 8, p: 5 };

/** Hashes a password; the parameters are stored with it so that they can be raised later. */
export const hashPassword = (password: string): Promise<string> =>
  scryptHash(password, randomBytes(16), COST);

/** A hash that no password has, so that an unknown user takes the same time as a wrong password. */
const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$${"A".repeat(22)}$${"A".repeat(43)}`;

/** Whether a password belongs to a stored hash. Without a hash, or with a void one, false after the same time. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const hash = stored?.startsWith("scrypt$") ? stored : null;
  const expected = Buffer.from(hash ?? NOBODY);
  const actual = Buffer.from(await scryptHashLike(password, hash ?? NOBODY));
  return expected.length === actual.length && timingSafeEqual(actual, expected) && hash !== null;
}

const COMMON = new Set(
  `123456 1234567 12345678 123456789 1234567890 654321 987654321 111111 000000 121212 112233 123123 123321
   666666 888888 777777 555555 222222 696969 159753 147258 password password1 password123 passw0rd p@ssword
   p@ssw0rd qwerty qwerty1 qwerty123 qwertyuiop qazwsx asdfgh asdfghjkl zxcvbn zxcvbnm 1q2w3e 1q2w3e4r
   1qaz2wsx abc123 abcd1234 abcdef a123456 iloveyou letmein welcome welcome1 monkey dragon master sunshine
   princess football baseball superman batman shadow michael jordan hunter trustno1 starwars starcitizen
   citizen admin123 administrator changeme secret login123 hello123 whatever freedom killer charlie donald
   kodeord adgangskode hejhej hemmelig danmark velkommen test123 testtest fodbold sommer mormor`.split(/\s+/),
);

/** Whether a password is very common, one repeated sign or the username. */
export function isGuessable(password: string, username: string): boolean {
  const plain = password.toLowerCase();
  return COMMON.has(plain) || plain === username.toLowerCase() || /^(.)\1*$/.test(plain);
}
