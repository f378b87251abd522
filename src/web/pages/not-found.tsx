import { data } from 'react-router';

export function loader(): never {
  throw data({ message: 'This page could not be found' }, { status: 404 });
}

export const action = loader;

export default function NotFound() {
  return null;
}
