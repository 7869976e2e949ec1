/** The referral of a prospect who came by a link with a code, or without one. */
export const referralOf = (_code: string | null): string => "website";
