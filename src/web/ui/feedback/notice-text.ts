/** A notice's content as it is shown: its marker for a space becomes one. */
export const noticeText = (content: string): string => content.replaceAll('_#', ' ');
