import type { Plugin } from 'vite'

/** While developing, every path without a file ending is the application, as the server answers it in production. */
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
