/** The reader's own applications with their outcomes. */
export default function MyApplications() {
  return null;
}
