/** HTML that the server made from Markdown; it holds no raw HTML of whoever wrote it (features/news/render-markdown.ts). */
export function RichText({ html }: { html: string }) {
  return <div className="rich" dangerouslySetInnerHTML={{ __html: html }} />;
}
