import { useEffect, useState } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { announce } from '#web/live/said/announce.ts';
import { Icon } from '#web/ui/display/icon.tsx';

/** Copies text; hidden without JavaScript, as the text beside it can be selected. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useI18n();
  const [ready, setReady] = useState(false);
  const [copied, setCopied] = useState(false);
  useEffect(() => setReady(Boolean(navigator.clipboard)), []);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        announce(t('copy.done'));
      },
      () => setReady(false),
    );
  return (
    <button className="copy" type="button" hidden={!ready} onClick={copy} aria-label={t('copy.label', { what: label })}>
      {copied ? <Icon name="check" size={16} /> : <Icon name="copy" size={16} />}
      <span>{t(copied ? 'copy.done' : 'copy.button')}</span>
    </button>
  );
}
