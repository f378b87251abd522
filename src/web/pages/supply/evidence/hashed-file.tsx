import { type ChangeEvent, useState } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Live } from '#web/ui/feedback/live.tsx';

interface Props {
  /** The name of the field that the hash goes into. */
  into: string;
  label: string;
}

/**
 * Writes the SHA-256 of a chosen file into a field of the same form. The file never leaves the browser: the input has no name
 * to be sent by. Without JavaScript, which it needs, it isn't shown, and the hash is typed.
 */
export function HashedFile({ into, label }: Props) {
  const { t } = useI18n();
  const [name, setName] = useState('');
  async function hash({ currentTarget: input }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = input.files?.[0];
    const field = input.form?.elements.namedItem(into);
    if (!file || !(field instanceof HTMLInputElement)) return;
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    field.value = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    setName(file.name);
  }
  return (
    <div className="field script-only">
      <label htmlFor={`${into}-file`}>{label}</label>
      <input id={`${into}-file`} type="file" aria-describedby={`${into}-file-hint`} onChange={hash} />
      <Live as="p" className="hint" id={`${into}-file-hint`}>
        {name ? t('hashed_file.done', { name }) : t('hashed_file.hint')}
      </Live>
    </div>
  );
}
