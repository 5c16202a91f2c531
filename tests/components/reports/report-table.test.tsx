import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { moneyColumn, ReportTable } from '@/components/reports/report-table'
import * as download from '@/lib/browser/download'

interface Row {
  day: string
  amount: number
  currency: string
}

const rows = Array.from({ length: 12 }, (_, n): Row => ({
  day: `Day ${n + 1}`,
  amount: n + 0.5,
  currency: 'USD',
}))

function table(chart: boolean, wide = false) {
  render(
    <ReportTable
      title="Revenue"
      fileName="revenue.csv"
      rows={rows}
      mayExport
      empty="None."
      wide={wide}
      columns={[
        { header: 'Day', text: ({ day }) => day },
        moneyColumn(rows, 'Invoiced', ({ amount }) => amount),
        { header: 'Rate', text: () => '50%', fileHeader: 'Rate (%)', file: () => '50' },
        { header: 'Currency', fileOnly: true, text: ({ currency }) => currency },
      ]}
    >
      {chart ? <p>A chart</p> : null}
    </ReportTable>,
  )
  return userEvent.setup()
}

/** Those that are not folded away. */
const shown = () =>
  within(screen.getByRole('table', { name: 'Revenue' }))
    .getAllByRole('row')
    .filter(({ className }) => !className.includes('hidden'))
    .map(({ textContent }) => textContent)

describe('a report table', () => {
  test('has a total below its amounts', () => {
    table(false)
    expect(shown()).toHaveLength(14)
    expect(shown().at(-1)).toBe('Total$72.00')
  })

  test('collapses when it is longer than the chart above, and expands', async () => {
    const user = table(true)
    expect(shown()).toHaveLength(9)
    await user.click(screen.getByRole('button', { name: /^Show all 12 rows/ }))
    expect(shown()).toHaveLength(14)
    await user.click(screen.getByRole('button', { name: /^Show fewer rows/ }))
    expect(shown()).toHaveLength(9)
  })

  test('draws no more than a thousand rows, and says that the file has all', () => {
    render(
      <ReportTable
        title="Revenue"
        fileName="revenue.csv"
        rows={Array.from({ length: 1500 }, (_, n) => n)}
        mayExport
        empty="None."
        columns={[{ header: 'Number', text: String }]}
      />,
    )
    expect(shown()).toHaveLength(101)
    expect(screen.getAllByRole('row', { hidden: true })).toHaveLength(1001)
    expect(
      screen.getByText('The first 100 of 1,500; the printed page has 1,000 and the file all.'),
    ).toBeInTheDocument()
  })

  test('folds its cards on a phone, where each takes as much room as several rows', async () => {
    const user = table(false, true)
    expect(shown()).toHaveLength(9)
    await user.click(screen.getByRole('button', { name: /^Show all 12 rows/ }))
    expect(shown()).toHaveLength(14)
  })

  test('exports figures as numbers, with the currency in its own column and the unit in the heading', async () => {
    const saved = vi.spyOn(download, 'downloadCsv').mockResolvedValue()
    const user = table(false)
    await user.click(screen.getByRole('button', { name: /^CSV/ }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    const [, header, [first] = []] = saved.mock.calls[0] ?? []
    expect([header, first]).toEqual([
      ['Day', 'Invoiced', 'Rate (%)', 'Currency'],
      ['Day 1', '0.5', '50', 'USD'],
    ])
  })
})
