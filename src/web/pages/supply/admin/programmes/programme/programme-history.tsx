import type { ProgrammeFacts } from '#contracts/supply/programmes.ts';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Time } from '#web/ui/display/time.tsx';

const SENTENCES: Readonly<Record<string, MessageKey>> = {
  'programme.proposed': messageKey('programmes.did.proposed'),
  'programme.edit_proposed': messageKey('programmes.did.edit_proposed'),
  'programme.approved': messageKey('programmes.did.approved'),
  'programme.edited': messageKey('programmes.did.edited'),
  'programme.suspended': messageKey('programmes.did.suspended'),
  'programme.resumed': messageKey('programmes.did.resumed'),
  'programme.retired': messageKey('programmes.did.retired'),
  'programme.reported': messageKey('programmes.did.reported'),
  'programme.evidence_viewed': messageKey('programmes.did.evidence_viewed'),
  'issuer_key.proposed': messageKey('programmes.did.key_proposed'),
  'issuer_key.approved': messageKey('programmes.did.key_approved'),
  'issuer_key.revoked': messageKey('programmes.did.key_revoked'),
  'proposal.approved_first': messageKey('programmes.did.approved_first'),
  'proposal.rejected': messageKey('programmes.did.rejected'),
  'proposal.withdrawn': messageKey('programmes.did.withdrawn'),
};

/** Who did what, the latest first. What only follows from another entry is left out. */
export function ProgrammeHistory({ history }: Pick<ProgrammeFacts, 'history'>) {
  const { t } = useI18n();
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">{t('programmes.history')}</h2>
      <ol className="programme-history">
        {history.flatMap(({ at, action, username }, index) => {
          const sentence = SENTENCES[action];
          return sentence
            ? [
                <li key={`${at} ${action} ${index}`}>
                  <Time at={at} /> {t(sentence, { name: username ?? t('programmes.nobody') })}
                </li>,
              ]
            : [];
        })}
      </ol>
    </section>
  );
}
