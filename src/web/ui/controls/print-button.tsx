import { useEffect, useState } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Icon } from '#web/ui/display/icon.tsx';
import { Button } from './button.tsx';

/** Opens the browser's print dialog; hidden without JavaScript, as the browser menu can print too. */
export function PrintButton() {
  const { t } = useI18n();
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <Button type="button" variant="secondary" size="small" hidden={!ready} onClick={() => window.print()}>
      <Icon name="print" size={16} />
      {t('document.print')}
    </Button>
  );
}
