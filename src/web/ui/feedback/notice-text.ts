/** A notice's content for display: its space marker becomes a space. */
export const noticeText = (content: string): string => content.replaceAll('_#', ' ');
