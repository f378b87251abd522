interface Props {
  /** Rendered from Markdown by the server, which lets no HTML from the author through. */
  html: string;
  /** Level of its highest headings: one below the heading above it. */
  top?: 2 | 3;
}

export function RichText({ html, top = 3 }: Props) {
  return <div className="rich" dangerouslySetInnerHTML={{ __html: top === 3 ? html : raised(html) }} />;
}

/** The server's headings start at level three; a `<` in the text is an entity, so every tag is the server's. */
const raised = (html: string) =>
  html.replace(/(<\/?h)([3-6])>/g, (_tag, start: string, level: string) => `${start}${Number(level) - 1}>`);
