import { readConfig } from '#server/platform/config.ts'
import { startPlatform } from '../main.ts'

const platform = await startPlatform(readConfig(process.env))
process.once('SIGTERM', () => void platform.close().then(() => process.exit()))
console.log(`Venire is running at ${platform.url}`)
