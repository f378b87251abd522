import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { publicUrlContext } from '#web/context.ts';
import { useWords } from '#web/live/use-words.ts';
import { title } from '#web/title.ts';

export const handle = title('domains.title');

export function loader({ context }: LoaderFunctionArgs) {
  return { host: URL.parse(context.get(publicUrlContext))?.host ?? '', href: context.get(publicUrlContext) };
}

export default function Domains() {
  const { t } = useWords();
  const { host, href } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{t('domains.heading')}</h1>
      <p>{t('domains.text')}</p>
      <p>
        <a href={href}>{host}</a>
      </p>
    </>
  );
}
