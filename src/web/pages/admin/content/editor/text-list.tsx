import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { EditedText } from '#contracts/editor-calls.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import type { publishText } from './publish-text.ts';
import { StateTag } from './state-tag.tsx';

interface Props<Text> {
  title: string;
  /** The path of an item's editor; that of a new item has the id `new`. */
  hrefOf(id: string): string;
  texts: Text[];
  pages: { current_page: number; last_page: number; to: number; total: number };
  heading(text: Text): string;
  note(text: Text): ReactNode;
}

/** All content of one kind with its state; each item can be opened, published and unpublished. */
export function TextList<Text extends EditedText>({ title, hrefOf, texts, pages, heading, note }: Props<Text>) {
  const { t } = useI18n();
  const refusal = useActionResult<ReturnType<typeof publishText>>()?.refusal;
  return (
    <>
      <PageHead title={title}>
        <ButtonLink to={hrefOf('new')}>{t('content.write')}</ButtonLink>
      </PageHead>
      <FormErrors refusal={refusal} />
      {texts.length ? (
        <ul className="lines-list panel">
          {texts.map((text) => (
            <li key={text.id}>
              <div>
                <Link to={hrefOf(text.id)}>{heading(text)}</Link>
                <p className="muted small">{note(text)}</p>
              </div>
              <div className="row">
                <StateTag state={text.state} />
                <PublishButton id={text.id} state={text.state} title={heading(text)} />
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <Empty title={t('content.none')}>{t('content.none_more')}</Empty>
      )}
      <Pagination meta={pages} />
    </>
  );
}

function PublishButton({ id, title, state }: Pick<EditedText, 'id' | 'state'> & { title: string }) {
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
        aria-label={t(`content.${intent}_named`, { title })}
      >
        {t(`content.${intent}`)}
      </Button>
    </Form>
  );
}
