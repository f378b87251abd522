interface Props {
  text: string;
  /** The search query: each of its words is highlighted. */
  q: string;
}

/** Text with the search terms highlighted. */
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
