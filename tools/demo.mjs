console.log('The demo comes here.');
