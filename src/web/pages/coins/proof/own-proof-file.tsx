import { data, type LoaderFunctionArgs } from 'react-router';
import { readOwnProof } from './own/read-own-proof.ts';

/** What the script checks: the published sum and the proof, as the API hands them out. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const own = await readOwnProof({ context, url });
  if (!own || 'refusal' in own) throw data(null, { status: own?.refusal.status ?? 401 });
  const headers = {
    'content-disposition': `attachment; filename="facevalue-proof-${own.sum?.number ?? 0}.json"`,
    'cache-control': 'private, no-store',
  };
  return Response.json(own, { headers });
}
