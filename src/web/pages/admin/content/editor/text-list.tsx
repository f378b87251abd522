import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { type State, StateTag } from './state-tag.tsx';

export interface TextRow {
  id: string;
  title: string;
  state: State;
  note: ReactNode;
}

interface Props {
  title: string;
  /** Where the editor of a new text is; an existing one is beside it. */
  path: string;
  rows: TextRow[];
  pages: { current_page: number; last_page: number; to: number; total: number };
  refusal: Refusal | undefined;
}

/** The texts of one kind with their states; each can be opened, published and taken back. */
export function TextList({ title, path, rows, pages, refusal }: Props) {
  const { t } = useI18n();
  return (
    <>
      <PageHead title={title}>
        <ButtonLink to={`${path}/new`}>{t('texts.write')}</ButtonLink>
      </PageHead>
      <FormErrors refusal={refusal} />
      {rows.length ? (
        <ul className="lines-list panel">
          {rows.map((row) => (
            <li key={row.id}>
              <div>
                <Link to={`${path}/${row.id}`}>{row.title}</Link>
                <p className="muted small">{row.note}</p>
              </div>
              <div className="row">
                <StateTag state={row.state} />
                <PublishButton id={row.id} title={row.title} state={row.state} />
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <Empty title={t('texts.none')}>{t('texts.none_more')}</Empty>
      )}
      <Pagination meta={pages} />
    </>
  );
}

function PublishButton({ id, title, state }: Pick<TextRow, 'id' | 'title' | 'state'>) {
  const { t } = useI18n();
  const intent = state === 'published' || state === 'scheduled' ? 'take_back' : 'publish';
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <Button
        variant="secondary"
        size="small"
        name="intent"
        value={intent}
        aria-label={t(`texts.${intent}_named`, { title })}
      >
        {t(`texts.${intent}`)}
      </Button>
    </Form>
  );
}
