import { href, useLoaderData } from 'react-router';
import type { UserDetail } from '#contracts/customers/users.ts';
import type { AccountLinks } from '#contracts/identity/linked-accounts.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Select } from '#web/ui/controls/field.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { Ago } from '#web/ui/office/ago.tsx';

interface Loaded {
  user: UserDetail;
  key: string;
}

type Shared = AccountLinks['links'][number];

/** Whom an account is linked with, by what, and since when. */
export function Links() {
  const { t } = useI18n();
  const { user } = useLoaderData<Loaded>();
  const { group, links, waits } = user.linked;
  return (
    <section className="stack" aria-labelledby="linked">
      <h2 id="linked">{t('linked.title')}</h2>
      {waits ? <Waits {...waits} /> : null}
      {group.length > 0 ? (
        <p>
          {t('linked.group', { count: group.length })}: <People people={group} />. {t('linked.effect')}
        </p>
      ) : null}
      <Table
        caption={t('linked.title')}
        columns={useColumns()}
        rows={links}
        keyOf={({ id }) => id}
        empty={<p className="muted">{t('linked.none')}</p>}
      />
    </section>
  );
}

function Waits({ why, since }: NonNullable<AccountLinks['waits']>) {
  const { t } = useI18n();
  return (
    <Alert tone="warn">
      {t('linked.waiting_since', { at: { at: since } })} {t(`linked.why.${why}`)}
    </Alert>
  );
}

function People({ people }: { people: readonly { id: string; username: string }[] }) {
  return people.map(({ id, username }, place) => (
    <span key={id}>
      {place > 0 ? ', ' : null}
      <Link to={href('/admin/users/:id', { id })}>{username}</Link>
    </span>
  ));
}

function useColumns(): Column<Shared>[] {
  const { t } = useI18n();
  return [
    { key: 'kind', header: t('linked.sign'), priority: 'lead', cell: ({ kind }) => t(`linked.kind.${kind}`) },
    { key: 'state', header: t('linked.state'), priority: 'side', cell: (link) => <State {...link} /> },
    { key: 'with', header: t('linked.shared_with'), cell: ({ shared_with }) => <People people={shared_with} /> },
    { key: 'first', header: t('linked.first'), cell: ({ first_at }) => <Ago at={first_at} /> },
    { key: 'last', header: t('linked.last'), cell: ({ last_at }) => <Ago at={last_at} /> },
  ];
}

function State({ cut, everybodys, ties }: Shared) {
  const { t } = useI18n();
  if (cut) {
    return (
      <>
        <Tag>{t('linked.cut_state')}</Tag>{' '}
        <span className="muted small">
          {cut.by}, <Time at={cut.at} />: {cut.reason}
        </span>
      </>
    );
  }
  if (everybodys) return <Tag>{t('linked.everybodys')}</Tag>;
  return ties ? <Tag tone="warn">{t('linked.ties')}</Tag> : <Tag>{t('linked.weak')}</Tag>;
}

/** Cuts a link that is false, and lets an account buy that waits. */
export function JudgeLinks() {
  const { t } = useI18n();
  const { user, key } = useLoaderData<Loaded>();
  const refused = useActionResult<RefusedDecision>();
  const { waits } = user.linked;
  const links = user.linked.links.filter(({ cut, everybodys }) => !cut && !everybodys);
  return (
    <>
      {waits ? (
        <DecisionForm
          title={t('linked.release_title')}
          decisions={[{ value: 'release', label: t('linked.release'), effect: t('linked.release_effect') }]}
          refused={refused}
          idempotencyKey={key}
        >
          {() => <Waits {...waits} />}
        </DecisionForm>
      ) : null}
      {links.length > 0 ? (
        <DecisionForm
          title={t('linked.cut_title')}
          decisions={[
            { value: 'cut', label: t('linked.cut'), variant: 'secondary', effect: t('linked.cut_effect') },
            { value: 'cut-all', label: t('linked.cut_all'), variant: 'danger', effect: t('linked.cut_all_effect') },
          ]}
          refused={refused}
          idempotencyKey={key}
          fields={['link']}
        >
          {(typed, errors) => (
            <Select name="link" label={t('linked.cut_which')} defaultValue={typed.link} errors={errors.link}>
              {links.map(({ id, kind, shared_with }) => (
                <option key={id} value={id}>
                  {t(`linked.kind.${kind}`)}: {shared_with.map(({ username }) => username).join(', ')}
                </option>
              ))}
            </Select>
          )}
        </DecisionForm>
      ) : null}
    </>
  );
}
