import { type Browser, chromium, type Page } from '@playwright/test'
import { findTestChromium } from '../../scripts/lib/chromium.ts'
import { test as base, expect } from '../fixtures'
import { type Barcode, writeBarcodeVideo } from './barcode-video'
import { readyWhenOpened } from './ready-page'

interface Camera {
  /** A page of a browser with a camera that sees the barcode or cannot be used, signed in as the test's role. */
  open: (sees: Barcode | 'denied') => Promise<Page>
  /** Shows another barcode to the open camera. */
  show: (barcode: Barcode) => void
  /** Resolves once the scanner has processed several more frames. */
  lookedAt: () => Promise<void>
}

declare global {
  interface Window {
    picturesTaken: number
  }
}

/** Cameras are chosen when Chromium starts, so every test starts its own. */
export const test = base.extend<{ camera: Camera }>({
  camera: async ({ role, sessions, launchOptions }, use, testInfo) => {
    const file = testInfo.outputPath('camera.y4m')
    const browsers: Browser[] = []
    const watched: (() => string)[] = []
    let page: Page | undefined
    await use({
      async open(sees) {
        if (typeof sees === 'object') writeBarcodeVideo(file, sees)
        const browser = await chromium.launch({
          executablePath: findTestChromium(),
          args: [...(launchOptions.args ?? []), ...cameraSwitches(sees, file)],
        })
        browsers.push(browser)
        const storageState = role ? await sessions(role) : undefined
        const context = await browser.newContext({ storageState, reducedMotion: 'reduce' })
        if (sees !== 'denied') await context.grantPermissions(['camera'])
        page = await context.newPage()
        watched.push(watch(page))
        await readyWhenOpened(page)
        await page.addInitScript(countPictures)
        return page
      },
      show: (barcode) => writeBarcodeVideo(file, barcode),
      async lookedAt() {
        await page?.evaluate(() => {
          window.picturesTaken = 0
        })
        await page?.waitForFunction(() => window.picturesTaken >= 15)
      },
    })
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('camera pages', { body: watched.map((seen) => seen()).join('\n\n') })
    }
    for (const browser of browsers) await browser.close()
  },
})

/** Notes what a screenshot does not show: the address, scripts that could not be loaded, and what the console says. */
function watch(page: Page): () => string {
  const seen: string[] = []
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    if (request.resourceType() === 'script') seen.push(`${request.url()}: ${reason}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(message.text())
  })
  page.on('pageerror', (error) => seen.push(String(error)))
  return () => [page.url(), ...seen].join('\n')
}

/** In the page: the scanner reads the pixels of each frame. */
function countPictures() {
  window.picturesTaken = 0
  const read = CanvasRenderingContext2D.prototype.getImageData
  CanvasRenderingContext2D.prototype.getImageData = function (...area: Parameters<typeof read>) {
    window.picturesTaken += 1
    return read.apply(this, area)
  }
}

function cameraSwitches(camera: Barcode | 'denied', file: string): string[] {
  const fake = '--use-fake-device-for-media-stream'
  const dialog = '--use-fake-ui-for-media-stream'
  if (camera === 'denied') return [fake, `${dialog}=deny`]
  return [fake, dialog, `--use-file-for-fake-video-capture=${file}`]
}

export { expect }
