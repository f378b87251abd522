import { wordsPattern } from './highlight/words-pattern.ts';

interface Props {
  text: string;
  /** The search query: each of its words is highlighted. */
  q: string;
}

/** Text with the search terms highlighted. */
export function Highlighted({ text, q }: Props) {
  const pattern = wordsPattern(q);
  if (!pattern) return text;
  let at = 0;
  return text.split(pattern).map((part, index) => {
    at += part.length;
    return index % 2 === 1 ? <mark key={at}>{part}</mark> : part;
  });
}
