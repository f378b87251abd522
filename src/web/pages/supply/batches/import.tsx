import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import { guardRules } from '#contracts/oversight/import-guard.ts';
import { askApproval } from '#contracts/supply/batches.ts';
import {
  cancelImport,
  commitImport,
  getImport,
  listImports,
  type StockImport,
  UPLOAD_LIMIT_BYTES,
  undoImport,
  uploadImport,
} from '#contracts/supply/imports.ts';
import { getProgramme } from '#contracts/supply/programmes.ts';
import { getBatch } from '#contracts/supply/stock.ts';
import { dateOrders } from '#contracts/supply/stock-file/read-date.ts';
import { type MessageKey, message } from '#i18n/message.ts';
import { readForm, refused, refusedField } from '#web/forms/form-data.ts';
import { readFormFile } from '#web/forms/read-form-file.ts';
import { revalidateRefused } from '#web/forms/revalidate-refused.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read, type Where } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { AskApproval } from './import/ask-approval.tsx';
import { decideRows, isRowDecision } from './import/decide-rows.ts';
import { ErrorTable } from './import/error-table.tsx';
import { ImportHistory } from './import/import-history.tsx';
import { loadQuarantine } from './import/load-quarantine.ts';
import { MendRows } from './import/mending/mend-rows.tsx';
import { useHeldFile } from './import/mending/use-held-file.ts';
import type { Allowed } from './import/preview/judge-table.ts';
import { QuarantineSection } from './import/quarantine.tsx';
import { Report } from './import/report.tsx';
import { UploadForm } from './import/upload-form.tsx';
import '#web/styles/office/admin.css';

// A refused file has a report of its own.
export const shouldRevalidate = revalidateRefused;

export const handle = title('title.imports', ({ batch }: { batch: { name: string } }) => ({ name: batch.name }));

const SHOWN = { per_page: '20' };

export async function loader(args: LoaderFunctionArgs) {
  const { url, params } = args;
  const where = { context: args.context, url };
  const id = params.id ?? '';
  const { roles } = args.context.get(pageContext).user ?? {};
  const [batch, imports, quarantined] = await Promise.all([
    read(where, getBatch, { params: { id } }),
    read(where, listImports, { params: { id }, query: SHOWN }),
    loadQuarantine(where, id),
  ]);
  const programme = holdsDuty(roles, 'importer')
    ? await read(where, getProgramme, { params: { id: batch.data.programme.id } })
    : null;
  const asked = url.searchParams.get('import');
  const chosen = imports.data.find((each) => each.id === asked) ?? imports.data[0];
  const rule = guardRules.find((each) => each === url.searchParams.get('rule'));
  const query = { ...pageQueryOf(url), ...(rule && { rule }) };
  const shown = chosen && (await read(where, getImport, { params: { id: chosen.id }, query }));
  const asks = !batch.data.proposal && imports.data.some(waitsForApproval) && batch.data.state !== 'withdrawn';
  return withPreserved(
    {
      batch: batch.data,
      allowed: programme && allowedBy(programme.data),
      imports: imports.data,
      quarantined,
      shown: shown?.data ?? null,
      meta: shown?.meta ?? null,
      unasked: asks || (quarantined?.quarantines.some(({ proposal }) => !proposal) ?? false),
      key: crypto.randomUUID(),
    },
    args,
  );
}

const allowedBy = ({ currency, face_values_cents, face_range }: Allowed): Allowed => ({
  currency,
  face_values_cents,
  face_range,
});

const waitsForApproval = ({ state, approved_at, imported_cards }: StockImport) =>
  state === 'committed' && approved_at === null && imported_cards > 0;

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const where = { context, url };
  const page = href('/reseller/import/:id', { id: params.id ?? '' });
  if (request.headers.get('content-type')?.startsWith('multipart/form-data'))
    return upload(request, where, params.id ?? '');
  const field = await readForm(request);
  const decision = field('decision');
  if (isRowDecision(decision)) {
    const decided = await decideRows(where, decision, field);
    if (!decided.ok) return refused(decided.refusal, { decision, reason: field('reason') });
    return finish(page, decision.startsWith('admit') ? 'approvals.admitted' : 'approvals.voided');
  }
  if (field('what') === 'ask') {
    const asked = await attempt(where, askApproval, { params: { id: params.id ?? '' } });
    return asked.ok ? finish(page, 'imports.asked') : refused(asked.refusal, {});
  }
  const id = field('import');
  const [call, done] = verbs[field('what')] ?? verbs.commit!;
  const outcome = await attempt(where, call, { params: { id } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  return finish(`${page}?import=${id}`, done);
}

const verbs: Record<string, [typeof commitImport | typeof cancelImport | typeof undoImport, MessageKey]> = {
  commit: [commitImport, 'imports.committed'],
  cancel: [cancelImport, 'imports.cancelled'],
  undo: [undoImport, 'imports.undone'],
};

function finish(to: string, key: MessageKey) {
  const said = flash({ type: 'success', title: message(key), content: '' });
  return redirect(to, { headers: { 'set-cookie': said } });
}

async function upload(request: Request, where: Where, id: string) {
  const file = await readFormFile(request, 'file', { limitBytes: UPLOAD_LIMIT_BYTES });
  if (!file) return refused(refusedField('file', message('imports.file_missing')), {});
  const columns = file.form.getAll('columns').join(',');
  const date_order = dateOrders.find((order) => order === file.form.get('date_order'));
  const outcome = await attempt(where, uploadImport, {
    params: { id },
    query: {
      ...(file.name && { file_name: file.name.slice(0, 200) }),
      ...(columns && { columns }),
      ...(date_order && { date_order }),
    },
    body: file.body,
  });
  if (!outcome.ok) return refused(outcome.refusal, {});
  // The same file before it was mended: else somebody might import both. One that runs meanwhile stays.
  const replaced = file.form.get('replaces');
  if (typeof replaced === 'string')
    await attempt(where, cancelImport, { params: { id: replaced }, query: { state: 'checked' } });
  return finish(`${href('/reseller/import/:id', { id })}?import=${outcome.reply.data.id}`, 'imports.uploaded');
}

export default function ImportPage() {
  const { t } = useI18n();
  const { allowed, batch, imports, quarantined, shown, meta, unasked, key } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const { held, hold, onRead, onSend } = useHeldFile();
  const mayImport = useRootData()?.user?.roles.includes('importer') ?? false;
  // The report says more than the field's own error could.
  const reported = shown?.state === 'refused' && shown.id === imports[0]?.id;
  const unknown = imports[0]?.refusal?.rule === 'IG-12' ? imports[0].columns : null;
  return (
    <>
      <PageHead title={t('imports.title')} lead={t('imports.lead')}>
        <Link to={href('/reseller/base/:id', { id: batch.id })}>{batch.name}</Link>
      </PageHead>
      <div className="office">
        {result?.refusal?.errors.file || 'decision' in (result?.values ?? {}) ? null : (
          <FormErrors refusal={result?.refusal} />
        )}
        {mayImport ? (
          <UploadForm
            key={imports.find(({ state }) => state !== 'refused')?.id}
            batch_id={batch.id}
            unknown={unknown}
            errors={reported ? undefined : result?.refusal?.errors.file}
            allowed={allowed}
            onRead={onRead}
            onSend={onSend}
          />
        ) : (
          <Alert tone="info">{t('imports.duty')}</Alert>
        )}
        {mayImport && unasked ? <AskApproval /> : null}
        {quarantined ? (
          <QuarantineSection {...quarantined} currency={batch.programme.currency} idempotencyKey={key} />
        ) : null}
        {shown ? <Report stock={shown} mayImport={mayImport} /> : <Empty picture="files" title={t('imports.empty')} />}
        {shown && meta ? <ErrorTable stock={shown} /> : null}
        {meta ? <Pagination meta={meta} /> : null}
        {shown && mayImport ? <MendRows stock={shown} held={held} onMended={hold} /> : null}
        {imports.length > 1 ? <ImportHistory batch_id={batch.id} imports={imports} /> : null}
      </div>
    </>
  );
}
