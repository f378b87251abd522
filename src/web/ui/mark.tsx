/** The shop's mark: the engraved rosette of a banknote. */
export function Mark() {
  return <img className="mark" src="/favicon.svg" width="28" height="28" alt="" />;
}
