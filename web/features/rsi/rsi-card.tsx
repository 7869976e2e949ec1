/** The user's RSI account on their account page. */
export const RsiCard = () => null;
