import { useEffect, useRef } from 'react';
import { href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { CopyButton } from '#web/ui/controls/copy-button.tsx';

/** The recovery codes, shown only once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const { t } = useI18n();
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section className="panel stack" aria-labelledby="recovery-codes" tabIndex={-1} ref={box}>
      <h2 id="recovery-codes">{t('codes.title')}</h2>
      <p>{t('codes.lead')}</p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="row">
        <CopyButton text={codes.join('\n')} label={t('codes.title')} />
        <ButtonLink to={href('/user/security')} variant="secondary" reloadDocument>
          {t('codes.saved')}
        </ButtonLink>
      </div>
    </section>
  );
}
