import { Form, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { listStaff, type StaffMember } from '#contracts/customers/users.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { read } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { DutyTags } from './duty-tags.tsx';

export const handle = title('staff.title');

/** Looking somebody up by name leads to their page. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const username = url.searchParams.get('username')?.trim() ?? '';
  const { data: staff } = await read({ context, url }, listStaff);
  if (!username) return { staff, username, missing: false };
  const { data } = await read({ context, url }, listStaff, { query: { username } });
  if (data[0]) throw redirect(href('/admin/staff/:id', { id: data[0].id }));
  return { staff, username, missing: true };
}

export default function AdminStaff() {
  const { t } = useI18n();
  const { staff } = useLoaderData<typeof loader>();
  const roles = useRootData()?.user?.roles ?? [];
  return (
    <>
      <PageHead title={t('staff.title')} lead={t('staff.lead')} />
      <div className="office">
        <Table
          caption={t('staff.title')}
          columns={useColumns()}
          rows={staff}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => href('/admin/staff/:id', { id })}
          sorted={{ key: 'person', descending: false }}
          empty={<Empty title={t('staff.nobody')} />}
        />
        {roles.includes('approver') ? <Find /> : <Alert tone="info">{t('staff.propose_duty')}</Alert>}
      </div>
    </>
  );
}

function useColumns(): Column<StaffMember>[] {
  const { t } = useI18n();
  return [
    {
      key: 'person',
      header: t('staff.person'),
      priority: 'lead',
      sortable: ({ username }) => username,
      cell: ({ username, disabled_at }) => (
        <>
          <b>{username}</b> {disabled_at ? <Tag tone="bad">{t('staff.disabled')}</Tag> : null}
        </>
      ),
    },
    { key: 'duties', header: t('staff.column'), cell: ({ duties }) => <DutyTags duties={duties} /> },
    {
      key: 'factor',
      header: t('staff.factor'),
      cell: ({ second_factor }) =>
        second_factor ? t('staff.factor_set') : <Tag tone="warn">{t('staff.factor_missing')}</Tag>,
    },
    {
      key: 'proposal',
      header: t('approvals.proposal'),
      cell: ({ proposal }) => (proposal ? <Tag tone="warn">{t('staff.waiting')}</Tag> : null),
    },
  ];
}

function Find() {
  const { t } = useI18n();
  const { username, missing } = useLoaderData<typeof loader>();
  return (
    <Form className="panel stack narrow" aria-labelledby="find">
      <h2 id="find">{t('staff.find_title')}</h2>
      <Field
        name="username"
        label={t('field.username')}
        hint={t('staff.find_more')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        required
        defaultValue={username}
        errors={missing ? [t('staff.find_none')] : undefined}
      />
      <Button variant="secondary">{t('staff.find')}</Button>
    </Form>
  );
}
