import { expect, test } from 'vitest'
import { addNodeToFilterId, readNodeOfFilterId } from './filterIds.ts'

test.each([
  ['0x0', 0, '0x1000'],
  ['0xf1', 1, '0x101f1'],
  ['0x00ab', 255, '0x1ff00ab'],
])(
  'the filter id %s of the node at index %i becomes %s for the page, and is restored for the node',
  (id, nodeIndex, named) => {
    expect(addNodeToFilterId({ id: 1, method: 'eth_newFilter' }, id, nodeIndex)).toBe(named)
    const request = { id: 1, method: 'eth_getFilterLogs', params: [named] }
    expect(readNodeOfFilterId(request)).toEqual({ nodeIndex, nodeRequest: { ...request, params: [id] } })
  },
)

test('leaves the results of other methods and results that are no id', () => {
  expect(addNodeToFilterId({ id: 1, method: 'eth_call' }, '0x1', 1)).toBe('0x1')
  for (const result of [null, 1, '', '0x', 'f1', ['0x1']])
    expect(addNodeToFilterId({ id: 1, method: 'eth_newBlockFilter' }, result, 1)).toEqual(result)
})
