import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { publicUrlContext } from '#web/context.ts';
import { titled } from '#web/titled.ts';

export const meta = titled('Wrong address');

export function loader({ context }: LoaderFunctionArgs) {
  return { host: URL.parse(context.get(publicUrlContext))?.host ?? '', href: context.get(publicUrlContext) };
}

export default function Domains() {
  const { host, href } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>This shop lives elsewhere</h1>
      <p>The address in your browser is not one of ours. The only place to sign in is this one:</p>
      <p>
        <a href={href}>{host}</a>
      </p>
    </>
  );
}
