import { useEffect } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * People may type before the scripts run. Their fields tell it once more then, to what follows the typing: searches, previews,
 * drafts.
 */
export function useTypedEarly(): void {
  useEffect(() => {
    for (const control of document.querySelectorAll<Control>('input, textarea, select'))
      if (isChanged(control)) control.dispatchEvent(new Event('input', { bubbles: true }));
  }, []);
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].findLastIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(0, first);
  }
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  // Of a group of radio buttons only the one that was chosen.
  if (control.type === 'radio') return control.checked && !control.defaultChecked;
  return control.checked !== control.defaultChecked || control.value !== control.defaultValue;
}
