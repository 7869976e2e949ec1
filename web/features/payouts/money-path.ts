/** Where the reader's money is read. */
export const MONEY_PATH = "/api/user/money";
