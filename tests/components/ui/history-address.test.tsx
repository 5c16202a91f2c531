import Router from 'next/router'
import { expect, test, vi } from 'vitest'
import '@/components/ui/history-address'

test('after Back, the new address is reported again, once the change that Back canceled has settled', async () => {
  const order: string[] = []
  Router.events.on('beforeHistoryChange', (address: string) => order.push(address))

  window.dispatchEvent(new PopStateEvent('popstate'))
  // Where the router was done with the canceled change, whoever asked for that change learns it several promises later.
  const canceled = Promise.resolve().then(() => Promise.resolve())
  Router.events.emit('routeChangeError', new Error('canceled'), '/elsewhere', {})
  Router.events.emit('routeChangeError', new Error('canceled'), location.pathname, {})
  void canceled.finally(() => order.push('settled'))

  await vi.waitFor(() => expect(order).toEqual(['settled', location.pathname]))
})
