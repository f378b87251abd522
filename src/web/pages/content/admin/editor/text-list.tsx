import { Form } from 'react-router';
import type { EditedText } from '#contracts/content/editor-calls.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { Ago } from '#web/ui/office/ago.tsx';
import { useMayPublish } from '#web/ui/office/publisher-only.tsx';
import { PublicationTag } from './publication-tag.tsx';
import type { publishText } from './publish-text.ts';

interface Props<Text> {
  title: string;
  /** The path of an item's editor; that of a new item has the id `new`. */
  hrefOf(id: string): string;
  texts: Text[];
  pages: { current_page: number; last_page: number; to: number; total: number };
  /** What an item is called, and the header of that column. */
  nameOf(text: Text): string;
  name: string;
  /** What else the list shows of this kind of content. */
  columns: readonly Column<Text>[];
  /** What is published stays so. */
  final?: boolean;
}

/** All content of one kind with its state; each item can be opened, published and unpublished. */
export function TextList<Text extends EditedText>({ title, hrefOf, texts, pages, ...kind }: Props<Text>) {
  const { t } = useI18n();
  const refusal = useActionResult<ReturnType<typeof publishText>>()?.refusal;
  const mayPublish = useMayPublish();
  const columns = useColumns(kind).filter(({ key }) => key !== 'end' || mayPublish);
  return (
    <>
      <PageHead title={title}>
        {mayPublish ? <ButtonLink to={hrefOf('new')}>{t('content.write')}</ButtonLink> : null}
      </PageHead>
      <FormErrors refusal={refusal} />
      <Table
        caption={title}
        columns={columns}
        rows={texts}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => hrefOf(id)}
        empty={
          <Empty picture="files" title={t('content.none')}>
            {t('content.none_more')}
          </Empty>
        }
      />
      <Pagination meta={pages} />
    </>
  );
}

function useColumns<Text extends EditedText>({
  nameOf,
  name,
  columns,
  final,
}: Pick<Props<Text>, 'nameOf' | 'name' | 'columns' | 'final'>): Column<Text>[] {
  const { t } = useI18n();
  return [
    { key: 'name', header: name, priority: 'lead', cell: nameOf },
    {
      key: 'state',
      header: t('content.state'),
      priority: 'side',
      sortable: true,
      cell: ({ state }) => <PublicationTag state={state} />,
    },
    ...columns,
    {
      key: 'updated_at',
      header: t('content.changed'),
      priority: 'low',
      sortable: true,
      cell: ({ updated_at }) => <Ago at={updated_at} />,
    },
    {
      key: 'end',
      header: t('alerts.action'),
      align: 'end',
      cell: (text) =>
        final && text.state === 'published' ? null : (
          <PublishButton id={text.id} state={text.state} title={nameOf(text)} />
        ),
    },
  ];
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
