import mark from './mark.svg?no-inline';

export const markFile = mark;

/** The shop's logo: the engraved rosette of a banknote. */
export function Mark() {
  return <img className="mark" src={mark} width="28" height="28" alt="" fetchPriority="low" />;
}
