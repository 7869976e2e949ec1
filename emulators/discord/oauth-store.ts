import { createHash, randomBytes } from "node:crypto";
import { defaults } from "./defaults.ts";

/** A user's authorization of one application; its tokens are revoked together. */
export interface Grant {
  userId: string;
  clientId: string;
  scopes: readonly string[];
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface CodeInput {
  userId: string;
  clientId: string;
  redirectUri: string;
  scopes: readonly string[];
  /** The S256 challenge, when the client sent one. */
  challenge: string | null;
}

interface Code extends CodeInput {
  expiresAt: number;
}

/** A refusal in the form of RFC 6749, section 5.2. */
export class OAuthError extends Error {
  readonly status: number;
  readonly error: string;

  constructor(error: string, description?: string, status = 400) {
    super(description ?? "");
    this.error = error;
    this.status = status;
  }

  body(): { error: string; error_description?: string } {
    return { error: this.error, ...(this.message ? { error_description: this.message } : {}) };
  }
}

/** Keeps codes and tokens in memory. */
export class OAuthStore {
  readonly #codes = new Map<string, Code>();
  readonly #byAccess = new Map<string, Grant>();
  readonly #byRefresh = new Map<string, Grant>();
  readonly #codeLifetime: number;

  constructor(codeLifetime: number = defaults.codeLifetime) {
    this.#codeLifetime = codeLifetime;
  }

  issueCode(input: CodeInput): string {
    const code = randomBytes(15).toString("base64url").replaceAll(/[-_]/g, "x").slice(0, 30);
    this.#codes.set(code, { ...input, expiresAt: Date.now() + this.#codeLifetime });
    return code;
  }

  /**
   * Redeems a code once.
   * @throws OAuthError when the code or one of the other arguments is wrong
   */
  redeem(code: string, clientId: string, redirectUri: string, verifier: string | null): Grant {
    const known = this.#codes.get(code);
    this.#codes.delete(code);
    if (!known || known.clientId !== clientId || known.expiresAt <= Date.now())
      throw new OAuthError("invalid_grant", 'Invalid "code" in request.');
    if (known.redirectUri !== redirectUri)
      throw new OAuthError("invalid_grant", 'Invalid "redirect_uri" in request.');
    checkVerifier(known.challenge, verifier);
    return this.issue(known.userId, clientId, known.scopes);
  }

  /** Exchanges a refresh token; the old pair ends. */
  refresh(refreshToken: string, clientId: string): Grant {
    const known = this.#byRefresh.get(refreshToken);
    if (!known || known.clientId !== clientId) throw new OAuthError("invalid_grant", "Invalid refresh token");
    this.#forget(known);
    return this.issue(known.userId, clientId, known.scopes);
  }

  issue(userId: string, clientId: string, scopes: readonly string[]): Grant {
    const grant = {
      userId,
      clientId,
      scopes,
      accessToken: randomBytes(24).toString("base64url"),
      refreshToken: randomBytes(24).toString("base64url"),
      expiresAt: Date.now() + defaults.tokenLifetime * 1000,
    };
    this.#byAccess.set(grant.accessToken, grant);
    this.#byRefresh.set(grant.refreshToken, grant);
    return grant;
  }

  /** Ends every token of the authorization that the given token belongs to; ignores unknown tokens. */
  revoke(token: string, clientId: string): void {
    const known = this.#byAccess.get(token) ?? this.#byRefresh.get(token);
    if (!known || known.clientId !== clientId) return;
    for (const grant of this.#byRefresh.values())
      if (grant.userId === known.userId && grant.clientId === clientId) this.#forget(grant);
  }

  /** Returns the grant of a valid access token. */
  byAccessToken(token: string): Grant | undefined {
    const grant = this.#byAccess.get(token);
    return grant && grant.expiresAt > Date.now() ? grant : undefined;
  }

  clear(): void {
    this.#codes.clear();
    this.#byAccess.clear();
    this.#byRefresh.clear();
  }

  #forget(grant: Grant): void {
    this.#byAccess.delete(grant.accessToken);
    this.#byRefresh.delete(grant.refreshToken);
  }
}

function checkVerifier(challenge: string | null, verifier: string | null): void {
  if (challenge === null && verifier === null) return;
  if (verifier === null) throw new OAuthError("invalid_request", 'Missing "code_verifier"');
  const wellFormed = /^[A-Za-z0-9\-._~]{43,128}$/.test(verifier);
  if (challenge === null || !wellFormed) throw new OAuthError("invalid_request", 'Invalid "code_verifier"');
  if (createHash("sha256").update(verifier).digest("base64url") !== challenge)
    throw new OAuthError("invalid_grant", 'Invalid "code_verifier"');
}
