import { Fragment } from 'react';
import { addressGroups } from './address-groups.ts';

/** An address in groups, with the first and the last marked: they are what to compare after pasting. */
export function GroupedAddress({ address }: { address: string }) {
  const groups = addressGroups(address);
  return groups.map((group, index) => {
    const Part = index === 0 || index === groups.length - 1 ? 'mark' : 'span';
    return (
      // Without spaces, which would be copied with a selection.
      <Fragment key={`${index} ${group}`}>
        <Part className="address-group">{group}</Part>
        <wbr />
      </Fragment>
    );
  });
}
