import { useEffect } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What was typed into text areas before the scripts ran: React puts back the text that they came with. */
const texts = new Map<HTMLTextAreaElement, string>();
const note = ({ target }: Event) => {
  if (target instanceof HTMLTextAreaElement) texts.set(target, target.value);
};
if (typeof document !== 'undefined') {
  for (const area of document.querySelectorAll('textarea'))
    if (area.value !== area.defaultValue) texts.set(area, area.value);
  document.addEventListener('input', note, true);
}

/**
 * People may type before the scripts run. Their fields keep it and tell it once more then, to what follows the typing:
 * searches, previews, drafts.
 */
export function useTypedEarly(): void {
  useEffect(() => {
    document.removeEventListener('input', note, true);
    for (const [area, text] of texts) if (area.value !== text) area.value = text;
    for (const control of document.querySelectorAll<Control>('input, textarea, select'))
      if (isChanged(control)) control.dispatchEvent(new Event('input', { bubbles: true }));
    texts.clear();
  }, []);
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].findLastIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(0, first);
  }
  if (control instanceof HTMLTextAreaElement) return texts.has(control);
  // Of a group of radio buttons only the one that was chosen.
  if (control.type === 'radio') return control.checked && !control.defaultChecked;
  return control.checked !== control.defaultChecked || control.value !== control.defaultValue;
}
