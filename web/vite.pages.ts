import type { Plugin } from 'vite'

export function applicationPages(): Plugin {
  return {
    name: 'application-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = request.url?.split('?')[0] ?? '/'
        const isPage = path !== '/' && !path.startsWith('/api') && !path.startsWith('/@') && !/\.\w+$/.test(path)
        if (isPage && request.headers.accept?.includes('text/html')) request.url = '/app.html'
        next()
      })
    },
  }
}
