import { href } from 'react-router';
import type { PersonProposal } from '#contracts/customers/users.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

const tones = { approved: 'good', rejected: 'bad', withdrawn: 'plain' } as const;

/** What was proposed about the account. */
export function Proposals({ proposals }: { proposals: readonly PersonProposal[] }) {
  const { t } = useI18n();
  if (proposals.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="proposals">
      <h2 id="proposals">{t('users.proposals')}</h2>
      <ul className="lines-list panel">
        {proposals.map(({ id, label, link, reason, decision, proposer, proposed_at }) => (
          <li key={id}>
            <div>
              {link ? <Link to={decision === null ? `${link}?tab=actions` : link}>{label}</Link> : label}
              <p className="muted small">
                <Link to={href('/admin/users/:id', { id: proposer.id })}>{proposer.username}</Link>,{' '}
                <Time at={proposed_at} />
                {reason ? `: ${reason}` : null}
              </p>
            </div>
            {decision === null ? (
              <Tag tone="warn">{t('users.proposal.open')}</Tag>
            ) : (
              <Tag tone={tones[decision]}>{t(`users.proposal.${decision}`)}</Tag>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
