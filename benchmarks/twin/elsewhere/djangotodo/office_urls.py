"""Addresses of the office's site."""

from django.contrib.auth import views
from django.urls import include, path

urlpatterns = [
    path("login/", views.LoginView.as_view(template_name="login.html"), name="login"),
    path("logout/", views.LogoutView.as_view(), name="logout"),
    path("todo/", include("todo.urls", namespace="todo")),
]
