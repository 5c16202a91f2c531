import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import Router from 'next/router'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { CollectingQueries } from '@/components/ui/collecting-queries'
import { type Column, DataTable, type DataTableProps, type Sort } from '@/components/ui/data-table'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { NoMatchState } from '@/components/ui/no-match-state'

type Tenant = { id: string; name: string; seats: number }

const TENANTS: Tenant[] = [
  { id: 't1', name: 'Harbor Light Dental', seats: 12 },
  { id: 't2', name: 'Old Mill Bakery', seats: 4 },
]

const COLUMNS: Column<Tenant>[] = [
  { id: 'name', header: 'Company', cell: (tenant) => tenant.name, sortable: true },
  { id: 'seats', header: 'Extensions', cell: (tenant) => tenant.seats, numeric: true, sortable: true },
  {
    id: 'copy',
    header: 'Actions',
    headerHidden: true,
    cell: () => <button type="button">Copy</button>,
  },
]

const TABLE: DataTableProps<Tenant> = {
  label: 'Tenants',
  columns: COLUMNS,
  rows: TENANTS,
  rowKey: (tenant) => tenant.id,
  empty: <EmptyState title="No tenants yet" />,
}

function renderTable(props: Partial<DataTableProps<Tenant>> = {}) {
  return render(<DataTable {...TABLE} {...props} />)
}

test('the table has a name and a header for every column', () => {
  renderTable()
  const table = screen.getByRole('table', { name: 'Tenants' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['Company', 'Extensions', 'Actions'])
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  expect(within(table).getByRole('cell', { name: 'Harbor Light Dental' })).toBeInTheDocument()
})

const ORDERS: [string, Sort | undefined, Sort][] = [
  ['an unsorted column ascending', undefined, { column: 'name', direction: 'asc' }],
  [
    'the ascending column descending',
    { column: 'name', direction: 'asc' },
    { column: 'name', direction: 'desc' },
  ],
  [
    'the descending column ascending again',
    { column: 'name', direction: 'desc' },
    { column: 'name', direction: 'asc' },
  ],
  ['another column ascending', { column: 'seats', direction: 'desc' }, { column: 'name', direction: 'asc' }],
]

test.each(ORDERS)('clicking a header requests %s', async (_, sort, next) => {
  const change = vi.fn()
  const user = userEvent.setup()
  renderTable({ sort, onSortChange: change })
  await user.click(screen.getByRole('button', { name: 'Company' }))
  expect(change).toHaveBeenCalledExactlyOnceWith(next)
})

test('only the sorted column announces its order', () => {
  renderTable({ sort: { column: 'seats', direction: 'desc' }, onSortChange: () => {} })
  expect(screen.getByRole('columnheader', { name: 'Extensions' })).toHaveAttribute('aria-sort', 'descending')
  expect(screen.getByRole('columnheader', { name: 'Company' })).not.toHaveAttribute('aria-sort')
})

test('on phones, where the header is hidden, the order is chosen from a list', async () => {
  const change = vi.fn()
  const user = userEvent.setup()
  renderTable({ sort: { column: 'name', direction: 'asc' }, onSortChange: change })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Extensions')
  expect(change).toHaveBeenLastCalledWith({ column: 'seats', direction: 'asc' })
  await user.click(screen.getByRole('button', { name: 'Ascending' }))
  expect(change).toHaveBeenLastCalledWith({ column: 'name', direction: 'desc' })
})

test('an order that no column shows is not named as one of the columns', async () => {
  const change = vi.fn()
  const user = userEvent.setup()
  renderTable({ sort: { column: 'created_at', direction: 'desc' }, onSortChange: change })
  const box = screen.getByRole('combobox', { name: 'Sort by' })
  expect(box).toHaveDisplayValue('Sort by')
  await user.selectOptions(box, 'Company')
  expect(change).toHaveBeenLastCalledWith({ column: 'name', direction: 'asc' })
})

test('the table is announced as loading before the first answer, without an empty state', () => {
  renderTable({ rows: undefined })
  expect(screen.getByRole('table', { name: 'Tenants' })).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByRole('status')).toHaveTextContent('Loading Tenants')
  expect(screen.queryByText('No tenants yet')).not.toBeInTheDocument()
})

test('rows of another query stay visible, and the next ones are announced as loading', () => {
  renderTable({ outdated: true })
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByRole('status')).toHaveTextContent('Loading Tenants')
  expect(screen.getByText('Old Mill Bakery')).toBeInTheDocument()
})

test('how many rows answer another query is announced, but no later change of them', () => {
  const { rerender } = renderTable()
  const announced = (props: Partial<DataTableProps<Tenant>>) => {
    rerender(<DataTable {...TABLE} {...props} />)
    return screen.getByRole('status').textContent
  }
  expect(announced({ rows: TENANTS.slice(1) })).toBe('')
  expect(announced({ outdated: true })).toBe('Loading Tenants')
  expect(announced({ rows: [], filtered: true })).toBe('None shown')
  expect(announced({ rows: [], filtered: true, outdated: true })).toBe('Loading Tenants')
  expect(announced({ rows: TENANTS })).toBe('2 shown')
  expect(announced({ rows: TENANTS.slice(1) })).toBe('')
})

test('an empty list and a list without matches are distinguished', () => {
  const noMatch = <NoMatchState />
  const { rerender } = renderTable({ rows: [], noMatch })
  expect(screen.getByText('No tenants yet')).toBeInTheDocument()
  rerender(
    <DataTable
      label="Tenants"
      columns={COLUMNS}
      rows={[]}
      rowKey={(tenant) => tenant.id}
      empty={<EmptyState title="No tenants yet" />}
      noMatch={noMatch}
      filtered
    />,
  )
  expect(screen.getByText('Nothing matches')).toBeInTheDocument()
  expect(screen.queryByText('No tenants yet')).not.toBeInTheDocument()
})

test('an empty list has no footer', () => {
  const { rerender } = renderTable({ footer: 'Page 1' })
  expect(screen.getByText('Page 1')).toBeInTheDocument()
  rerender(<DataTable {...TABLE} rows={[]} footer="Page 1" />)
  expect(screen.queryByText('Page 1')).not.toBeInTheDocument()
})

test('a failure replaces the loading state, is announced, and can be retried', async () => {
  const retry = vi.fn()
  const user = userEvent.setup()
  renderTable({ rows: undefined, error: <ErrorState message="No answer." onRetry={retry} /> })
  expect(screen.getByRole('alert')).toHaveTextContent('No answer.')
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})

test('a failure keeps the rows that are already shown', () => {
  renderTable({ error: <ErrorState /> })
  expect(screen.getByRole('alert')).toBeInTheDocument()
  expect(screen.getByText('Old Mill Bakery')).toBeInTheDocument()
})

test('the first cell links to the record, and clicking elsewhere in the row follows the link', async () => {
  const followed = vi.fn((event: Event) => event.preventDefault())
  const user = userEvent.setup()
  renderTable({ rowHref: (tenant) => `/app/tenants/${tenant.id}` })
  const link = screen.getByRole('link', { name: 'Old Mill Bakery' })
  expect(link).toHaveAttribute('href', '/app/tenants/t2')
  link.addEventListener('click', followed)

  await user.click(screen.getByRole('cell', { name: '4' }))
  expect(followed).toHaveBeenCalledOnce()
})

test('a row that opens in place links to the page with its record, for a new tab', async () => {
  const onRowOpen = vi.fn()
  renderTable({ rowHref: (tenant) => `?record=${tenant.id}`, onRowOpen })
  const link = screen.getByRole('link', { name: 'Old Mill Bakery' })
  // Next's router would make the pattern of the page of it, with [tenantId] for the tenant.
  expect(link).toHaveAttribute('href', '?record=t2')
  const user = userEvent.setup()
  await user.click(link)
  expect(onRowOpen).toHaveBeenCalledExactlyOnceWith(TENANTS[1])
  await user.keyboard('{Control>}')
  await user.click(link)
  expect(onRowOpen).toHaveBeenCalledTimes(1)
})

test('nothing is drawn while a page is rendered only to collect its queries', () => {
  render(
    <CollectingQueries value>
      <DataTable {...TABLE} />
    </CollectingQueries>,
  )
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
})

test('a control inside a row does not open the row', async () => {
  const followed = vi.fn((event: Event) => event.preventDefault())
  const user = userEvent.setup()
  renderTable({ rowHref: (tenant) => `/app/tenants/${tenant.id}` })
  screen.getByRole('link', { name: 'Old Mill Bakery' }).addEventListener('click', followed)
  const row = screen.getByRole('row', { name: /Old Mill Bakery/ })
  await user.click(within(row).getByRole('button', { name: 'Copy' }))
  expect(followed).not.toHaveBeenCalled()
})

test('selecting text in a row to copy it does not open the row', async () => {
  const followed = vi.fn((event: Event) => event.preventDefault())
  const user = userEvent.setup()
  renderTable({ rowHref: (tenant) => `/app/tenants/${tenant.id}` })
  screen.getByRole('link', { name: 'Old Mill Bakery' }).addEventListener('click', followed)
  const cell = screen.getByRole('cell', { name: '4' })
  await user.pointer([
    { keys: '[MouseLeft>]', target: cell, offset: 0 },
    { target: cell, offset: 1 },
    '[/MouseLeft]',
  ])
  expect(followed).not.toHaveBeenCalled()
})

test('a row that moves during a click still opens', () => {
  const onRowOpen = vi.fn()
  const open = { rowHref: (tenant: Tenant) => `/t/${tenant.id}`, onRowOpen }
  const { rerender } = render(<DataTable {...TABLE} {...open} rows={TENANTS} />)
  const at = { clientX: 40, clientY: 80 }
  fireEvent.mouseDown(screen.getByText('4'), at)
  rerender(<DataTable {...TABLE} {...open} rows={TENANTS.slice(1)} />)
  // The release is below the list now: the browser clicks what holds both places.
  fireEvent.click(document.body, at)
  expect(onRowOpen.mock.calls).toEqual([[TENANTS[1]]])
})

test('a row is not opened by a press that is dragged off it, nor by a press on its button', () => {
  const onRowOpen = vi.fn()
  render(
    <DataTable {...TABLE} rows={TENANTS} rowHref={(tenant) => `/t/${tenant.id}`} onRowOpen={onRowOpen} />,
  )
  fireEvent.mouseDown(screen.getByText('4'), { clientX: 40, clientY: 80 })
  fireEvent.click(document.body, { clientX: 40, clientY: 200 })
  fireEvent.mouseDown(screen.getAllByRole('button', { name: 'Copy' })[0] as HTMLElement, {
    clientX: 9,
    clientY: 9,
  })
  fireEvent.click(document.body, { clientX: 9, clientY: 9 })
  expect(onRowOpen).not.toHaveBeenCalled()
})

test('arrow keys move between rows', async () => {
  const user = userEvent.setup()
  renderTable({ rowHref: ({ id }) => `/tenants/${id}` })
  const [first, second] = ['Harbor Light Dental', 'Old Mill Bakery'].map((name) =>
    screen.getByRole('link', { name }),
  )
  first?.focus()
  await user.keyboard('{ArrowDown}')
  expect(second).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(second).toHaveFocus()
  await user.keyboard('{Home}')
  expect(first).toHaveFocus()
  await user.keyboard('{End}{ArrowUp}')
  expect(first).toHaveFocus()
})

test('the down arrow leads from the search of the list to its first row', async () => {
  const user = userEvent.setup()
  render(
    <main>
      <input type="search" aria-label="Search tenants" />
      <DataTable {...TABLE} rowHref={({ id }) => `/tenants/${id}`} />
    </main>,
  )
  await user.click(screen.getByRole('searchbox'))
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('link', { name: 'Harbor Light Dental' })).toHaveFocus()
})

test('focus moves to the first record when the empty list’s button disappears', async () => {
  const user = userEvent.setup()
  const empty = <EmptyState title="No tenants yet" action={<button type="button">New tenant</button>} />
  const table = (rows: Tenant[]) => (
    <DataTable {...TABLE} rows={rows} empty={empty} rowHref={({ id }) => `/tenants/${id}`} />
  )
  const { rerender } = render(table([]))
  await user.click(screen.getByRole('button', { name: 'New tenant' }))
  rerender(table(TENANTS))
  expect(screen.getByRole('link', { name: 'Harbor Light Dental' })).toHaveFocus()
})

test('a screen of rows is drawn first, by the server or in the browser, and the rest after it, each once', async () => {
  const rows = Array.from({ length: 50 }, (_, at) => ({ id: `t${at}`, name: `Company ${at}`, seats: at }))
  const cell = vi.fn((tenant: Tenant) => tenant.name)
  const table = <DataTable {...TABLE} columns={[{ id: 'name', header: 'Company', cell }]} rows={rows} />
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(table)
  expect(within(container).getAllByRole('row')).toHaveLength(1 + 16)
  cell.mockClear()
  render(table, { container, hydrate: true })
  expect(within(container).getAllByRole('row')).toHaveLength(1 + 16)
  await waitFor(() => expect(within(container).getAllByRole('row')).toHaveLength(1 + 50))
  expect(cell.mock.calls.map(([row]) => row)).toEqual(rows)
})

test('a list to which Back returns is drawn whole at once, because the browser scrolls it to where it was', async () => {
  const rows = Array.from({ length: 50 }, (_, at) => ({ id: `t${at}`, name: `Company ${at}`, seats: at }))
  const drawn = () => {
    const { container, unmount } = render(<DataTable {...TABLE} rows={rows} />)
    const { length } = within(container).getAllByRole('row')
    unmount()
    return length
  }
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(drawn()).toBe(1 + 50)
  Router.events.emit('routeChangeComplete', window.location.pathname, { shallow: false })
  await vi.waitFor(() => expect(drawn()).toBe(1 + 16))
})

test('everything can be selected once there are rows', () => {
  const selection = {
    rows: 'tenants',
    selected: new Set<string>(),
    onChange: () => undefined,
    rowLabel: () => 'it',
  }
  const { rerender } = render(<DataTable {...TABLE} rows={undefined} selection={selection} />)
  const all = () => screen.getByRole('checkbox', { name: 'Select all tenants on this page' })
  expect(all()).toBeDisabled()
  rerender(<DataTable {...TABLE} selection={selection} />)
  expect(all()).toBeEnabled()
})
