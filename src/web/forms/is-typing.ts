const FIELD = 'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog, [popover]';

/** Whether a key that is pressed now is meant for a field or a dialog, not for the page. */
export const isTyping = (): boolean => Boolean(document.activeElement?.closest(FIELD));
