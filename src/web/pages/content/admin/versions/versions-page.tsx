import { Form, useNavigation } from 'react-router';
import type { TextVersion } from '#contracts/content/editor-calls.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { useMayPublish } from '#web/ui/office/publisher-only.tsx';
import { RedactLink } from '#web/ui/office/redact-link.tsx';
import { Diff, useFieldName } from '../diff/diff.tsx';
import type { loadVersions } from './load-versions.ts';
import type { restoreVersion } from './restore-version.ts';
import '#web/styles/office/content.css';

type Loaded = Awaited<ReturnType<ReturnType<typeof loadVersions>>>;

/** Who saved which version when, and what one of them changed. */
export function VersionsPage({ versions, meta, shown, against, path, read_at }: Loaded) {
  const { t } = useI18n();
  const refusal = useActionResult<ReturnType<typeof restoreVersion>>()?.refusal;
  return (
    <div className="stack">
      <PageHead title={t('content.versions')} lead={<Link to={path}>{t('content.back_to_text')}</Link>} />
      <FormErrors refusal={refusal} />
      <div className="versions">
        <nav aria-label={t('content.versions')}>
          <ol className="version-list">
            {versions.map((version) => (
              <li key={version.id}>
                <Version version={version} current={version.id === shown.id} />
              </li>
            ))}
          </ol>
          <Pagination meta={meta} />
        </nav>
        <Shown shown={shown} against={against} read_at={read_at} />
      </div>
    </div>
  );
}

function Version({ version, current }: { version: TextVersion; current: boolean }) {
  const { t } = useI18n();
  const nameOf = useFieldName();
  return (
    <Link to={`?version=${version.id}`} aria-current={current ? 'true' : undefined} preventScrollReset>
      <Time at={version.saved_at} />
      <span className="small">{version.saved_by?.username ?? t('content.by_shop')}</span>
      <span className="small muted">{version.fields.map(nameOf).join(', ')}</span>
    </Link>
  );
}

function Shown({ shown, against, read_at }: Pick<Loaded, 'shown' | 'against' | 'read_at'>) {
  const { t } = useI18n();
  const busy = useNavigation().state !== 'idle';
  const latest = against === 'latest';
  const mayPublish = useMayPublish();
  const redacts = useRootData()?.user?.roles.includes('support');
  return (
    <section className="panel stack" aria-labelledby="shown">
      <h2 id="shown">{t(latest ? 'content.would_change' : 'content.what_changed', { at: { at: shown.saved_at } })}</h2>
      {shown.against ? null : <p className="muted">{t('content.first_version')}</p>}
      <Diff changes={shown.changes} />
      {shown.is_latest ? (
        <p className="muted">{t('content.latest_version')}</p>
      ) : (
        <Form method="post" className="row">
          <input type="hidden" name="version" value={shown.id} />
          <input type="hidden" name="read_at" value={read_at} />
          {mayPublish ? <Button busy={busy}>{t('content.restore')}</Button> : null}
          <Link to={latest ? `?version=${shown.id}` : `?version=${shown.id}&against=latest`} preventScrollReset>
            {t(latest ? 'content.compare_before' : 'content.compare_latest')}
          </Link>
          {redacts ? <RedactLink kind="content_version" id={shown.id} /> : null}
        </Form>
      )}
    </section>
  );
}
