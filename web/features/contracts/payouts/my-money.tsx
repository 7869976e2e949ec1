/** What the reader owes and is owed across contracts. */
export default function MyMoney() {
  return null;
}
