const LINES = 2;
const LINE_CHARACTERS = 30;

/** Whether a notice is longer than the slim bar on a phone shows at once. */
export const isLongNotice = (content: string): boolean =>
  content.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / LINE_CHARACTERS)), 0) > LINES;
