interface Props {
  /** Made from Markdown by the server, which lets no HTML of whoever wrote it through. */
  html: string;
  /** Level of its highest headings: one below the heading that it stands under. */
  top?: 2 | 3;
}

export function RichText({ html, top = 3 }: Props) {
  return <div className="rich" dangerouslySetInnerHTML={{ __html: top === 3 ? html : raised(html) }} />;
}

/** The server's headings begin at the third level; a text's own `<` is an entity, so that every tag is the server's. */
const raised = (html: string) =>
  html.replace(/(<\/?h)([3-6])>/g, (_tag, start: string, level: string) => `${start}${Number(level) - 1}>`);
