interface Props {
  text: string;
  /** What was searched for: each word of it is marked. */
  q: string;
}

/** A text in which the words of a search stand out. */
export function Highlighted({ text, q }: Props) {
  const words = q.split(/\s+/).filter(Boolean);
  if (words.length === 0) return text;
  const pattern = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('|');
  let at = 0;
  return text.split(new RegExp(`(${pattern})`, 'giu')).map((part, index) => {
    at += part.length;
    return index % 2 === 1 ? <mark key={at}>{part}</mark> : part;
  });
}
