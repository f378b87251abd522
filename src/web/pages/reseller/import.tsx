import {
  type ActionFunctionArgs,
  href,
  type LoaderFunctionArgs,
  redirect,
  data as reply,
  useLoaderData,
} from 'react-router';
import { guardRules } from '#contracts/import-guard.ts';
import {
  cancelImport,
  commitImport,
  getImport,
  listImports,
  UPLOAD_LIMIT_BYTES,
  undoImport,
  uploadImport,
} from '#contracts/imports.ts';
import { getBatch } from '#contracts/stock.ts';
import { type MessageKey, message } from '#i18n/message.ts';
import { readForm, refused, refusedField } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read, type Where } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { ErrorTable } from './parts/error-table.tsx';
import { History } from './parts/history.tsx';
import { Report } from './parts/report.tsx';
import { UploadForm } from './parts/upload-form.tsx';

export const handle = title('imports.title');

const SHOWN = { per_page: '20' };
const MULTIPART_BYTES = 100_000;

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const where = { context, url };
  const id = params.id ?? '';
  const [batch, imports] = await Promise.all([
    read(where, getBatch, { params: { id } }),
    read(where, listImports, { params: { id }, query: SHOWN }),
  ]);
  const asked = url.searchParams.get('import');
  const chosen = imports.data.find((each) => each.id === asked) ?? imports.data[0];
  const rule = guardRules.find((each) => each === url.searchParams.get('rule'));
  const query = { ...pageQueryOf(url), ...(rule && { rule }) };
  const shown = chosen && (await read(where, getImport, { params: { id: chosen.id }, query }));
  return { batch: batch.data, imports: imports.data, shown: shown?.data ?? null, meta: shown?.meta ?? null };
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const where = { context, url };
  const page = href('/reseller/import/:id', { id: params.id ?? '' });
  if (request.headers.get('content-type')?.startsWith('multipart/form-data'))
    return upload(request, where, params.id ?? '');
  const field = await readForm(request);
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
  if (Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY) > UPLOAD_LIMIT_BYTES + MULTIPART_BYTES)
    throw reply({ message: message('form.too_large') }, { status: 413 });
  const form = await request.formData();
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0)
    return refused(refusedField('file', message('imports.file_missing')), {});
  const columns = form.getAll('columns').join(',');
  const outcome = await attempt(where, uploadImport, {
    params: { id },
    query: { ...(file.name && { file_name: file.name.slice(0, 200) }), ...(columns && { columns }) },
    body: file.stream() as unknown as AsyncIterable<Uint8Array>,
  });
  if (!outcome.ok) return refused(outcome.refusal, {});
  return finish(`${href('/reseller/import/:id', { id })}?import=${outcome.reply.data.id}`, 'imports.uploaded');
}

export default function ImportPage() {
  const { t } = useI18n();
  const { batch, imports, shown, meta } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const mayImport = useRootData()?.user?.roles.includes('importer') ?? false;
  const unknown = imports[0]?.refusal?.rule === 'IG-12' ? imports[0].columns : null;
  return (
    <>
      <PageHead title={t('imports.title')} lead={t('imports.lead')}>
        <Link to={href('/reseller/base/:id', { id: batch.id })}>{batch.name}</Link>
      </PageHead>
      <div className="office">
        {result?.refusal?.errors.file ? null : <FormErrors refusal={result?.refusal} />}
        {mayImport ? (
          <UploadForm batch_id={batch.id} unknown={unknown} errors={result?.refusal?.errors.file} />
        ) : (
          <Alert tone="info">{t('imports.duty')}</Alert>
        )}
        {shown ? <Report stock={shown} mayImport={mayImport} /> : <Empty title={t('imports.empty')} />}
        {shown && meta ? <ErrorTable stock={shown} /> : null}
        {meta ? <Pagination meta={meta} /> : null}
        {imports.length > 1 ? <History batch_id={batch.id} imports={imports} /> : null}
      </div>
    </>
  );
}
