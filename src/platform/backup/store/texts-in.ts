import sax from 'sax';

/** The texts of an XML document's elements that hold nothing else, by their names; empty if it isn't well-formed. */
export function textsIn(xml: string): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  const parser = sax.parser(true);
  let text: string | null = null;
  parser.onopentag = () => {
    text = '';
  };
  parser.ontext = (part) => {
    if (text !== null) text += part;
  };
  parser.onclosetag = (name) => {
    if (text !== null) {
      const same = texts.get(name);
      if (same) same.push(text);
      else texts.set(name, [text]);
    }
    text = null;
  };
  try {
    parser.write(xml).close();
    return texts;
  } catch {
    return new Map();
  }
}
